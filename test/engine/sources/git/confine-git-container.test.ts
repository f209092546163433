import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { confineGit } from '../../../../src/engine/sources/git/confine-git.ts'
import { gitLimits } from '../../../../src/engine/sources/git/git-limits.ts'
import { canRunContainers, landlockCalls, namespaceCalls, runInContainer } from '../../isolation/support/container.ts'
import { canCompile, compileHostileProgram } from '../../isolation/support/hostile-program.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '')
const owner = fileURLToPath(new URL('../../isolation/support/attack-owner.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'assay-hostile-git-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { kind: kindHere } = await confineGit({ temporaryFolder: folder, limits: gitLimits })

describe.runIf(canRunContainers && canCompile && kindHere === 'calls-and-files').each([
  ['the default profile of podman', [], 'calls-and-files'],
  ['that profile without calls for new namespaces, as in Docker', namespaceCalls, 'calls-and-files'],
  ['that profile without Landlock', landlockCalls, 'calls'],
  ['that profile without filters', ['seccomp'], 'none'],
] as const)('a compromised git in a container with %s', (_profile, without, kind) => {
  it(`has the confinement "${kind}", and gets nothing that it refuses`, () => {
    const program = compileHostileProgram(folder)
    const { stdout, stderr } = runInContainer([process.execPath, '--no-warnings', owner, program], {
      visible: [root, folder],
      without,
    })
    const launchers = kind === 'none' ? [] : expect.arrayContaining(['node'])
    expect({ stderr, ...JSON.parse(stdout || '{}') }).toEqual({ stderr: '', kind, launchers, unexpected: [] })
  }, 150_000)
})
