import { run } from './run.ts'
import { createRunner } from './runner.ts'

const environment = process.env
const runner = createRunner(environment, (text) => void process.stdout.write(text))
const code = await run({ environment, runner })
// Connections that are kept open would hold the step up for seconds; on Windows pipes are written to later ("A note on
// process I/O" in Node's documentation).
process.stdout.write('', () => process.exit(code))
