import { pageRoutes, pageResponses } from '../../models/sinks/documents.ts'
import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { optionValues } from './call-arguments.ts'
import type { SinkUse } from './sink.ts'
import { literalParts } from './value-words.ts'

/** Finds HTML that a function returns and its framework sends as a page: `return f"<h1>{name}</h1>"`. */
export function findReturnedPages(known: KnownProgram): SinkUse[] {
  const { program, references } = known
  const found: SinkUse[] = []
  const seen = new Set<number>()
  for (const route of program.index.of(Op.Call)) {
    const callee = program.operand(route, 0)
    if (program.op(callee) !== Op.Load && program.op(callee) !== Op.Import) continue
    if (!references.externals(callee).some((name) => pageRoutes.test(name) || isPageRoute(known, route, name))) continue
    for (const decoration of program.users(route)) {
      if (program.op(decoration) !== Op.Call || program.operand(decoration, 0) !== route) continue
      for (const index of references.functions(program.operand(decoration, 1))) {
        if (seen.has(index)) continue
        seen.add(index)
        for (const node of program.functions[index]?.returns ?? []) found.push(...pagesOf(known, node))
      }
    }
  }
  return found
}

/** Reports whether a route declares an HTML response: `@app.get('/', response_class=HTMLResponse)`. */
const isPageRoute = (known: KnownProgram, route: number, name: string): boolean =>
  /^fastapi\.\w+\(\)\.\w+$/.test(name) &&
  optionValues(known, route, 'response_class').some((value) =>
    known.references.externals(value).some((one) => pageResponses.test(one)),
  )

/** Returns the page that a function returns, either alone or followed by a status and headers. */
function pagesOf(known: KnownProgram, node: number): SinkUse[] {
  const { program } = known
  const returned = program.operand(node, 0)
  const value = program.op(returned) === Op.ArrayOf ? program.operand(returned, 0) : returned
  if (value < 0 || program.isDead(node) || !literalParts(known, value).some((part) => /<[a-z!/]/i.test(part))) return []
  return [{ kind: 'html', node, value, model: 'returned page', effect: 'is sent to a browser as HTML' }]
}
