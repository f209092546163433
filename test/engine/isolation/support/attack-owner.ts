import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waysToConfine } from '../../../../src/engine/isolation/programs/confine-program.ts'
import { confineGit } from '../../../../src/engine/sources/git/confine-git.ts'
import { gitLimits } from '../../../../src/engine/sources/git/git-limits.ts'
import { attack } from './hostile-program.ts'
import { attemptsOnFiles, attemptsOnTheSystem, neededCalls } from './program-attempts.ts'

// A process that confines git: <hostile program>. It prints the confinement, and the attempts with another outcome than
// expected.

const place = mkdtempSync(join(tmpdir(), 'assay-attack-'))
const scene = { secret: join(place, 'master.key'), fresh: join(place, 'fresh') }
writeFileSync(scene.secret, 'secret', { mode: 0o600 })
const { kind } = await confineGit({ temporaryFolder: place, limits: gitLimits })
const way = waysToConfine(process.argv[2] ?? '').findLast((one) => one.kind === kind)
const unexpected: string[] = []
if (way !== undefined) {
  const home = join(place, 'home')
  mkdirSync(home)
  const program = await way.open(home)
  writeFileSync(join(program.folder, 'HEAD'), 'ref: refs/heads/main\n')
  for (const [deed, call] of neededCalls) if (!(Number(await attack(program, call)) >= 0)) unexpected.push(deed)
  const attempts = [...attemptsOnTheSystem(scene), ...(kind === 'calls-and-files' ? attemptsOnFiles(scene) : [])]
  for (const [deed, call, outcome] of attempts) {
    const result = await attack(program, call)
    if (result !== outcome) unexpected.push(`${deed}: ${result}`)
  }
  if (readFileSync(scene.secret, 'utf8') !== 'secret') unexpected.push('the secret has changed')
}
process.stdout.write(JSON.stringify({ kind, unexpected }))
