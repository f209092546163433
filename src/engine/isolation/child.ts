import { runChild } from './child-loop.ts'

// Entry point of a child. Arguments: <URL of the tasks module>, and those of `runChild`.

const [tasksUrl = '', ...words] = process.argv.slice(2)
await runChild({ module: await import(tasksUrl), words })
