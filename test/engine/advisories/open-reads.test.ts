import { expect, it } from 'vitest'
import { createOpenReads } from '../../../src/engine/advisories/file-store/open-reads.ts'

it('closes files after the last of their reads, and does not wait for reads of other files', async () => {
  const reads = createOpenReads()
  const closed: string[] = []
  const filesOf = (name: string) => ({ [Symbol.dispose]: () => void closed.push(name) })
  const [old, current] = [filesOf('old'), filesOf('current')]
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const reading = [reads.run(old, () => first.promise), reads.run(old, () => second.promise)]
  void reads.run(current, () => new Promise(() => {}))
  reads.close(old)
  second.reject(new Error('damaged'))
  await expect(reading[1]).rejects.toThrow('damaged')
  expect(closed).toEqual([])
  first.resolve('read')
  expect(await reading[0]).toBe('read')
  expect(closed).toEqual(['old'])
})

it('closes files at once if no function reads them', async () => {
  const reads = createOpenReads()
  let isClosed = false
  const files = { [Symbol.dispose]: () => void (isClosed = true) }
  await reads.run(files, async () => {})
  expect(isClosed).toBe(false)
  reads.close(files)
  expect(isClosed).toBe(true)
})
