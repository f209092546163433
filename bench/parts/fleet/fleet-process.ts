import { once } from 'node:events'
import { randomNumbers } from '../../random.ts'
import type { AddressedUrls } from './fleet-servers.ts'
import { errorLog } from './error-log.ts'
import { type RecordedScan, recordedScans } from './recorded-scans.ts'
import { startSimulatedWorker } from './simulated-worker.ts'

// Runs some of the simulated workers in a process of their own. It receives its order in a message, and reports when
// the workers run, and what errors they log. It ends with the process that started it.

/** What a process of the fleet is to run. */
export interface FleetOrder extends AddressedUrls {
  readonly workers: number
  readonly scansAtOnce: number
  readonly seed: number
}

/** Message of a process of the fleet. */
export type FleetReport = 'running' | { readonly error: string }

const endWithParent = () => process.exit(1)
process.once('disconnect', endWithParent)
const tell = (report: FleetReport) => void process.send?.(report)
const log = errorLog((error) => tell({ error }))
const [order] = (await once(process, 'message')) as [FleetOrder]
const recorded = recordedScans()
const random = randomNumbers(order.seed)
const next = (): RecordedScan => recorded[Math.floor(random() * recorded.length)] ?? { seconds: 1, components: 1 }
await using stack = new AsyncDisposableStack()
for (let worker = 0; worker < order.workers; worker += 1)
  stack.use(await startSimulatedWorker(order, { ...order, next, log }))
const stopped = once(process, 'message')
tell('running')
await stopped
await stack.disposeAsync()
process.off('disconnect', endWithParent)
process.disconnect()
