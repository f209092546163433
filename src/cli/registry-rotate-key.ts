import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { rotateSigningKey } from '../service/registry/receipts/signing-key.ts'
import { type Command, exitCodes } from './command.ts'

export const registryRotateKey: Command = {
  usage: '',
  details: 'The private part of the former key is deleted.',
  options: {},
  async run(runtime) {
    await using installation = await runtime.open()
    const { retired, id } = await rotateSigningKey(installation, new Date())
    await recordOperatorAct(installation.db, {
      action: 'registry rotate-key',
      subject: `${id}${retired === undefined ? '' : `, retired ${retired}`}`,
    })
    runtime.terminal.out.write(`Signing key  ${id}\n${retired === undefined ? '' : `Retired      ${retired}\n`}`)
    return exitCodes.ok
  },
}
