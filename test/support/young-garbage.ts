import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
// V8 allocates objects in the old generation if earlier objects of the same literal survived. The measurement would
// then include them: about one run in three left 30 kB per round.
setFlagsFromString('--no-allocation-site-pretenuring')
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' | 'major' }) => void

/**
 * Returns the bytes that survive minor garbage collections after some work: live objects, and objects in the old
 * generation with everything they refer to. Returns the minimum of three runs. V8's own collections during a run
 * promote live objects, and compiled code stays: under load, a run once left ten times the usual 2.6 kB.
 */
export async function leftByYoungCollections(work: () => Promise<unknown> | void): Promise<number> {
  const left: number[] = []
  for (let round = 0; round < 3; round += 1) {
    collect({ type: 'major' })
    const before = oldBytes()
    await work()
    left.push(oldBytes() - before)
  }
  return Math.min(...left)
}

function oldBytes(): number {
  // Objects that survive two collections are old.
  for (let round = 0; round < 2; round += 1) collect({ type: 'minor' })
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name === 'old_space' || name === 'large_object_space')
    .reduce((total, { space_used_size: bytes }) => total + bytes, 0)
}
