import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { rotateSigningKey } from '../service/registry/receipts/signing-key.ts'
import { type Command, exitCodes } from './command.ts'

export const registryRotateKey: Command = {
  details: [
    'Assay deletes the former private key. Earlier receipts stay valid, because Assay still publishes the former ' +
      'public key at /.well-known/assay-receipt-keys.json.',
  ],
  options: {},
  examples: [['assay registry rotate-key', 'Prints the IDs of the new key and the retired key.']],
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
