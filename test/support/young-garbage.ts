import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
// V8 makes objects old from the start where earlier ones of the same literal survived. The measurement then shows that
// and not the work: about one run in three left 30 kB a round.
setFlagsFromString('--no-allocation-site-pretenuring')
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' | 'major' }) => void

/**
 * How many bytes what is done leaves behind that collections of young objects do not find: what lives, and what was old
 * from its birth or hung on that. The least of three times, as what is under way grows old when collections of V8's own
 * fall into it, and compiled code lives on: once, under load, ten times of the 2.6 kB of other times.
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
  // What survives two is old.
  for (let round = 0; round < 2; round += 1) collect({ type: 'minor' })
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name === 'old_space' || name === 'large_object_space')
    .reduce((total, { space_used_size: bytes }) => total + bytes, 0)
}
