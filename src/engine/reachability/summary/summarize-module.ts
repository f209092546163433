import { decodeModule } from '../../analysis/ir/decode-module.ts'
import { encodeModule } from '../../analysis/ir/encode-module.ts'
import type { IrModule } from '../../analysis/ir/ir-module.ts'
import { functionNames } from '../function-names.ts'
import type { ModuleSummary } from '../package-summary.ts'
import { reducedModule } from './reduced-module.ts'

/** Returns the summary of a file. `isPartial`: parts of the file are missing from the module. */
export function summarizeModule(
  path: string,
  unit: IrModule,
  { isPartial = false }: { readonly isPartial?: boolean } = {},
): ModuleSummary {
  const code = encodeModule(reducedModule(unit, functionNames(unit))).toString('base64')
  return { path, code, ...(isPartial && { isPartial }) }
}

/**
 * Returns the code of a summary: a module whose offsets are line numbers and whose function names include the enclosing
 * functions. All indexes are in range. Throws MalformedModule.
 */
export function decodeSummary({ code }: ModuleSummary): IrModule {
  return decodeModule(Buffer.from(code, 'base64'))
}
