import { auditDays, type Plan, plans } from '../service/accounts/plans.ts'
import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { deliveryDays, intakeDays, scanDays } from '../service/operations/retention/terms.ts'
import { tidyRetention } from '../service/operations/retention/tidy-retention.ts'
import { type Command, exitCodes } from './command.ts'

export const retention: Command = {
  usage: '[--now]',
  details:
    'A running service removes older records every day. With --now the command removes them at once and ' +
    'prints how many.',
  options: { now: { type: 'boolean' } },
  async run({ open, signal, terminal }, { values }) {
    terminal.out.write(
      `${byPlan('Scans', scanDays)}${byPlan('Deliveries', deliveryDays)}${byPlan('Audit log', auditDays)}` +
        `${row('Registry intake', `done ${intakeDays.done} days, given up ${intakeDays.failed} days`)}`,
    )
    if (values.now !== true) return exitCodes.ok
    await using installation = await open()
    const { scans, intake } = await tidyRetention(installation.db, new Date(), signal)
    await recordOperatorAct(installation.db, {
      action: 'retention',
      subject: `${scans} scans, ${intake} of the registry's intake removed`,
    })
    terminal.out.write(
      row('Removed', `${scans} scans, ${intake} of the intake${signal.aborted ? '; interrupted' : ''}`),
    )
    return signal.aborted ? exitCodes.incomplete : exitCodes.ok
  },
}

const row = (name: string, text: string) => `${name.padEnd(24)}${text}\n`
const byPlan = (name: string, days: Readonly<Record<Plan, number>>) =>
  plans.map((plan) => row(`${name}, ${plan}`, `${days[plan]} days`)).join('')
