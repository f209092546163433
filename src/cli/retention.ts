import { auditDays, type Plan, plans } from '../service/accounts/plans.ts'
import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { deliveryDays, intakeDays, scanDays } from '../service/accounts/retention/terms.ts'
import { tidyRetention } from '../service/accounts/retention/tidy-retention.ts'
import { type Command, exitCodes } from './command.ts'

export const retention: Command = {
  details: [
    'Records are scans, webhook deliveries, audit log entries, and registry intake entries. A running service ' +
      'removes expired records every night.',
  ],
  options: {
    now: {
      type: 'boolean',
      summary: 'Removes expired scans and registry intake entries now, and prints how many were removed.',
    },
  },
  exits: { 0: 'Success.', 3: 'Interrupted. Run the command again to remove the rest.' },
  examples: [
    ['assay retention', 'Lists the retention period in days for each plan and record type.'],
    ['assay retention --now', 'Also removes expired scans and registry intake entries.'],
  ],
  async run({ open, signal, terminal }, { values }) {
    terminal.out.write(
      `${byPlan('Scans', scanDays)}${byPlan('Deliveries', deliveryDays)}${byPlan('Audit log', auditDays)}` +
        `${row('Registry intake', `completed ${intakeDays.done} days, failed ${intakeDays.failed} days`)}`,
    )
    if (values.now !== true) return exitCodes.ok
    await using installation = await open()
    const { scans, intake } = await tidyRetention(installation.db, new Date(), signal)
    await recordOperatorAct(installation.db, {
      action: 'retention',
      subject: `${scans} scans, ${intake} registry intake entries removed`,
    })
    terminal.out.write(
      row('Removed', `${scans} scans, ${intake} registry intake entries${signal.aborted ? '; interrupted' : ''}`),
    )
    return signal.aborted ? exitCodes.incomplete : exitCodes.ok
  },
}

const row = (name: string, text: string) => `${name.padEnd(24)}${text}\n`
const byPlan = (name: string, days: Readonly<Record<Plan, number>>) =>
  plans.map((plan) => row(`${name}, ${plan}`, `${days[plan]} days`)).join('')
