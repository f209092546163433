import { writeSync } from 'node:fs'
import { restrictFiles } from '../kernel/file-rules.ts'
import { openNativeCalls } from '../kernel/native-calls.ts'
import { markProcess } from '../kernel/process-mark.ts'
import { closeInherited, giveUpCapabilities, giveUpPrivileges, keepMessagesWhole } from '../kernel/prepare-process.ts'
import { programRules } from '../kernel/program-rules.ts'
import { fetcherStartRules } from '../kernel/fetcher-rules.ts'
import { scanProcessRules } from '../kernel/scan-process-rules.ts'
import type { LaunchPlan } from './launchers.ts'

// Launcher: confines itself and becomes another program. Arguments: <LaunchPlan as JSON> <name> <words of the program>.

/** Exit code of a launcher that could not start the program, as in a shell. */
const notStarted = 127
/** `F_SETFD`, and the flags of a descriptor that programs inherit. Node sets other flags at its start. */
const [setDescriptorFlags, isInherited] = [2, 0]

const [planText = '{}', ...words] = process.argv.slice(2)
const plan: LaunchPlan = JSON.parse(planText)
const { kind = 'program' } = plan
/** First descriptor after the standard descriptors, and after the two sockets of a process of a worker. */
const firstFurtherDescriptor = kind === 'program' ? 3 : 5
const calls = openNativeCalls()

const rulesOf = {
  program: () => programRules(process.pid),
  'scan-process': scanProcessRules,
  fetcher: fetcherStartRules,
} as const

function check(what: string, result: number): void {
  if (result < 0) throw new Error(`the system refused ${what} (error ${calls.errorNumber()})`)
}

try {
  keepMessagesWhole(calls)
  giveUpPrivileges(calls)
  closeInherited(calls, firstFurtherDescriptor)
  for (let kept = 0; kept < firstFurtherDescriptor; kept++)
    check(`descriptor ${kept}`, calls.withNumbers('fcntl', kept, setDescriptorFlags, isInherited, 0))
  if (plan.files !== undefined) restrictFiles(calls, plan.files, { mayConnect: kind === 'fetcher' })
  // The folders may belong to another user than root, so the rules need its capabilities.
  if (kind !== 'program') giveUpCapabilities(calls)
  if (plan.mark !== undefined) markProcess(calls, plan.mark)
  check('the filter for system calls', calls.installFilter(rulesOf[kind]()))
  check(`to start ${plan.program}`, calls.execute(plan.program, words))
} catch (error) {
  writeSync(2, `launcher: ${error instanceof Error ? error.message : String(error)}\n`)
}
calls.exit(notStarted)
