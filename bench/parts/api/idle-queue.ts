import type { Queue } from '../../../src/service/queue/queue.ts'

/** A queue that is never used, because reading enqueues no jobs. */
export const idleQueue: Queue = {
  enqueue: () => Promise.reject(new Error('no job is expected here')),
  insertionOf: () => {
    throw new Error('no job is expected here')
  },
  wakeWorkers: () => {},
  postpone: () => Promise.reject(new Error('no job is expected here')),
  work: () => Promise.resolve(),
  schedule: () => Promise.resolve(),
  depths: () => Promise.resolve([]),
  countDue: () => Promise.resolve(0),
  stopWorking: () => Promise.resolve(),
  [Symbol.asyncDispose]: () => Promise.resolve(),
}
