import { AssayEndpoints, type CreateScanInput, type Scan } from './endpoints.ts'
import type { CallOptions } from './transport.ts'

export type * from './endpoints.ts'
export { AssayError, type CallOptions, type TransportOptions } from './transport.ts'

/** Number of seconds that the service waits for a status change before it responds. */
const waitSeconds = 20

/** Client for the Assay API, with one method for each endpoint and a method that waits until a scan has finished. */
export class AssayClient extends AssayEndpoints {
  /**
   * Submits a project and resolves when the scan has completed or failed. Check the `status` of the scan. Rejects after
   * `timeoutMs`, which defaults to ten minutes. In that case, the scan continues.
   */
  async submitAndWait(
    input: CreateScanInput,
    { timeoutMs = 600_000, signal }: CallOptions & { readonly timeoutMs?: number } = {},
  ): Promise<Scan> {
    const timeout = AbortSignal.timeout(timeoutMs)
    const options = { signal: signal ? AbortSignal.any([signal, timeout]) : timeout }
    // With a key, repeating the request after a lost response does not create a second scan.
    const { scanId } = await this.createScan({ idempotencyKey: globalThis.crypto.randomUUID(), ...input }, options)
    for (;;) {
      const scan = await this.getScan({ scanId, wait: waitSeconds }, options)
      if (scan.status === 'completed' || scan.status === 'failed') return scan
    }
  }
}
