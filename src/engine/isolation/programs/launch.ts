import { writeSync } from 'node:fs'
import { restrictFiles } from '../kernel/file-rules.ts'
import { openNativeCalls } from '../kernel/native-calls.ts'
import { closeInherited, giveUpPrivileges, keepMessagesWhole } from '../kernel/prepare-process.ts'
import { programRules } from '../kernel/program-rules.ts'
import type { LaunchPlan } from './launchers.ts'

// Launcher: confines itself and becomes another program. Arguments: <LaunchPlan as JSON> <name> <words of the program>.

/** Exit code of a launcher that could not start the program, as in a shell. */
const notStarted = 127
/** First descriptor after the standard descriptors. */
const firstFurtherDescriptor = 3
/** `F_SETFD`, and the flags of a descriptor that programs inherit. Node sets other flags at its start. */
const [setDescriptorFlags, isInherited] = [2, 0]

const [planText = '{}', ...words] = process.argv.slice(2)
const plan: LaunchPlan = JSON.parse(planText)
const calls = openNativeCalls()

function check(what: string, result: number): void {
  if (result < 0) throw new Error(`the system refused ${what} (error ${calls.errorNumber()})`)
}

try {
  keepMessagesWhole(calls)
  giveUpPrivileges(calls)
  closeInherited(calls, firstFurtherDescriptor)
  for (let standard = 0; standard < firstFurtherDescriptor; standard++)
    check('a standard descriptor', calls.withNumbers('fcntl', standard, setDescriptorFlags, isInherited, 0))
  if (plan.files !== undefined) restrictFiles(calls, plan.files)
  check('the filter for system calls', calls.installFilter(programRules(process.pid)))
  check(`to start ${plan.program}`, calls.execute(plan.program, words))
} catch (error) {
  writeSync(2, `launcher: ${error instanceof Error ? error.message : String(error)}\n`)
}
calls.exit(notStarted)
