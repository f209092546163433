import { AssayEndpoints, type CreateScanInput, type Scan } from './endpoints.ts'
import type { CallOptions } from './transport.ts'

export type * from './endpoints.ts'
export { AssayError, type CallOptions, type TransportOptions } from './transport.ts'

/** Seconds for which the service holds back an answer until the status changes. */
const waitSeconds = 20

/** The API of Assay: a method for each endpoint, and one that waits for the end of a scan. */
export class AssayClient extends AssayEndpoints {
  /**
   * Submits a project and resolves to the scan once it has completed or failed: its `status` says which.
   * Rejects when that takes longer than `timeoutMs`, ten minutes when absent; the scan goes on then.
   */
  async submitAndWait(
    input: CreateScanInput,
    { timeoutMs = 600_000, signal }: CallOptions & { readonly timeoutMs?: number } = {},
  ): Promise<Scan> {
    const timeout = AbortSignal.timeout(timeoutMs)
    const options = { signal: signal ? AbortSignal.any([signal, timeout]) : timeout }
    // Named, so that an attempt that was lost on the way back is not a second scan.
    const { scanId } = await this.createScan({ idempotencyKey: globalThis.crypto.randomUUID(), ...input }, options)
    for (;;) {
      const scan = await this.getScan({ scanId, wait: waitSeconds }, options)
      if (scan.status === 'completed' || scan.status === 'failed') return scan
    }
  }
}
