import { Op } from '../../../ir/operations.ts'
import { maskOf, type TaintMask } from '../../../taint-kind.ts'
import type { ValueUse } from '../guard.ts'
import { constantTexts } from '../constant-texts.ts'
import type { GuardContext } from '../guard-context.ts'
import { pathObject } from '../path-state.ts'
import { seenThrough } from '../seen-through.ts'

/** What Python calls the last part of a path, without its ending, and its ending. */
const lastParts: ReadonlySet<string> = new Set(['name', 'stem', 'suffix'])

/**
 * Beginnings of names of variables that change what a program loads or runs, and of what might become one of these with
 * more behind it.
 */
const powerfulNames = new RegExp(
  String.raw`^(?:node|npm|yarn|pnpm|ld|dyld|python|perl|ruby|gem|bundle|java|jdk|_java|mvn|maven|gradle|rust|` +
    String.raw`cargo|go|julia|dotnet|coreclr|clr|nuget|composer|bash|env|ifs|path|prompt|git|ssh|gcc|cc|cxx|` +
    String.raw`make|lua|php|electron|deno|bun|pip|uv|http|all|no|ssl|openssl|curl|less|man|pager|editor|visual|` +
    String.raw`browser|vim|emacs|shell|home|tmp|temp|xdg|gtk|gio|qt|aws|docker|kube|helm|ansible|tf|terraform|` +
    String.raw`pg|mysql|wine|msys|cygwin|comspec|systemroot|psmodule)`,
  'i',
)

/**
 * What the place where a value is taken makes harmless by itself: the last part of a path, a variable under a name of
 * one's own.
 */
export function clearedByPlace(context: GuardContext, { value, user }: ValueUse): TaintMask {
  const { program, references } = context
  const op = program.op(user)
  if (op === Op.Load)
    return lastParts.has(program.text(user, 1)) && references.externals(value).some((name) => pathObject.test(name))
      ? maskOf('path')
      : 0
  const key = op === Op.StoreDynamic ? 1 : op === Op.ComputedProperty ? 0 : -1
  return hasOwnBeginning(context, program.operand(user, key)) ? maskOf('environment') : 0
}

/** `HOOK_${key}`: whatever the rest says, it names none of the variables that programs obey. */
function hasOwnBeginning(context: GuardContext, key: number): boolean {
  const { program } = context
  const at = seenThrough(context, key)
  if (program.op(at) !== Op.Concat) return false
  const beginnings = constantTexts(context, program.operand(at, 0))
  return beginnings?.every((text) => /^[A-Za-z]\w{2,}$/.test(text) && !powerfulNames.test(text)) === true
}
