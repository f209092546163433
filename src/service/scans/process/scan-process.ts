import { runScanHost } from './scan-host.ts'

// Program of the scan process.

runScanHost()
