import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const section = /\n## Try it on your own machine\n([\s\S]*?)\n## /.exec(
  readFileSync('docs/how-to/github-app-setup.md', 'utf8'),
)?.[1]
const [, command = '', output = ''] = /```\n(npm .+)\n```[\s\S]*?```\n([\s\S]*?)```/.exec(section ?? '') ?? []

it('the local trial of docs/how-to/github-app-setup.md prints the check run and leaves nothing behind', async () => {
  const [program = '', ...words] = command.split(' ')
  const folder = mkdtempSync(join(tmpdir(), 'try-'))
  try {
    const { stdout, stderr } = await promisify(execFile)(program, words, {
      env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, NODE_DISABLE_COMPILE_CACHE: '1' },
      timeout: 240_000,
    })
    expect(stderr).toBe('')
    const lines = stdout.split('\n').map((line) => line.trim())
    // The statuses between these depend on the speed of the machine.
    for (const line of output.split('\n').map((line) => line.trim()))
      if (!line.startsWith('in_progress')) expect(lines.map(withoutPort)).toContain(withoutPort(line))
    expect(stdout).toMatch(/^ {2}in_progress: /m)
    expect(stdout).toContain('Annotation (failure) at ping.js:6: critical: Command injection in ping.js')
    const [, service = ''] = /^Service: (\S+)$/m.exec(stdout) ?? []
    await expect(fetch(service)).rejects.toThrow('fetch failed')
    expect(readdirSync(folder).filter((name) => name !== '.npm')).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 300_000)

const withoutPort = (line: string) => line.replace(/:\d+$/, ':PORT')
