import nock from 'nock'
import { afterAll } from 'vitest'
import { closeAll } from './after-file.ts'

// Vitest runs this before each test file.

// Tests connect to nothing but loopback: nock or servers on loopback simulate other hosts.
nock.disableNetConnect()
nock.enableNetConnect(/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/)

afterAll(closeAll)
