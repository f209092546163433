import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { confineGit } from '../../../../src/engine/sources/git/confine-git.ts'
import { gitLimits } from '../../../../src/engine/sources/git/git-limits.ts'
import { attack, workingWays } from './hostile-program.ts'
import { attemptsOnFiles, attemptsOnTheSystem, neededCalls } from './program-attempts.ts'

// A process that confines git: <hostile program>. It prints the confinement, the launchers of this kind, and the
// attempts with another outcome than expected.

const place = mkdtempSync(join(tmpdir(), 'assay-attack-'))
const scene = { secret: join(place, 'master.key'), fresh: join(place, 'fresh') }
writeFileSync(scene.secret, 'secret', { mode: 0o600 })
const { kind } = await confineGit({ temporaryFolder: place, limits: gitLimits })
const ways = (await workingWays(process.argv[2] ?? '', place)).filter((way) => way.kind === kind)
const unexpected: string[] = []
for (const { launcher, program } of ways) {
  for (const [deed, call] of neededCalls)
    if (!(Number(await attack(program, call)) >= 0)) unexpected.push(`${launcher}: ${deed}`)
  const attempts = [...attemptsOnTheSystem(scene), ...(kind === 'calls-and-files' ? attemptsOnFiles(scene) : [])]
  for (const [deed, call, outcome] of attempts) {
    const result = await attack(program, call)
    if (result !== outcome) unexpected.push(`${launcher}: ${deed}: ${result}`)
  }
  if (readFileSync(scene.secret, 'utf8') !== 'secret') unexpected.push(`${launcher}: the secret has changed`)
}
process.stdout.write(JSON.stringify({ kind, launchers: ways.map(({ launcher }) => launcher), unexpected }))
