import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' | 'major' }) => void

/** How many bytes what was done leaves behind that collections of young objects do not find: what lives, and what was old from its birth or hung on that. */
export async function leftByYoungCollections(work: () => Promise<unknown> | void): Promise<number> {
  collect({ type: 'major' })
  const before = oldBytes()
  await work()
  return oldBytes() - before
}

function oldBytes(): number {
  // What survives two is old.
  for (let round = 0; round < 2; round += 1) collect({ type: 'minor' })
  return getHeapSpaceStatistics().filter(({ space_name: name }) => name === 'old_space' || name === 'large_object_space').reduce((total, { space_used_size: bytes }) => total + bytes, 0)
}
