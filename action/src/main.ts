import { run } from './run.ts'
import { createRunner } from './runner.ts'

const environment = process.env
const runner = createRunner(environment, (text) => void process.stdout.write(text))
const code = await run({ environment, runner })
// Exits explicitly, because open connections would delay the end of the step by seconds. Waits for the write, because
// pipes on Windows are asynchronous ("A note on process I/O" in Node's documentation).
process.stdout.write('', () => process.exit(code))
