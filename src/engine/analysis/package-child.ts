import { startupSnapshot } from 'node:v8'
import { runChild } from '../isolation/child-loop.ts'
import { firstPackages } from '../reachability/tasks/first-packages.ts'
import { summarizeArchive } from '../reachability/tasks/summarize-archive.ts'

// Entry point of a child that starts from a snapshot and summarizes one package. Arguments: those of `runChild`.

startupSnapshot.setDeserializeMainFunction(() => {
  void runChild({
    module: {
      tasks: { 'summarize-package': summarizeArchive },
      async prepare() {
        for (const [path, content] of Object.entries(firstPackages))
          await summarizeArchive({ path, content, send: () => {} })
      },
    },
    words: process.argv.slice(1),
  })
})
