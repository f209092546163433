import { runFetcher } from './run-fetcher.ts'

// Program of the fetcher.

runFetcher()
