import type { Endpoint } from './endpoint.ts'
import { createScan } from './v1/create-scan.ts'
import { getScan } from './v1/get-scan.ts'
import { listScanVulnerabilities } from './v1/list-scan-vulnerabilities.ts'

/** Every endpoint, sorted by id. */
export const endpoints: readonly Endpoint[] = [createScan, getScan, listScanVulnerabilities]
