import { run } from './run.ts'
import { createRunner } from './runner.ts'

const environment = process.env
const runner = createRunner(environment, (text) => void process.stdout.write(text))
// Connections that are kept open would hold the step up for seconds.
process.exit(await run({ environment, runner }))
