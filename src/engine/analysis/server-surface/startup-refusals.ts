import { Op } from '../ir/operations.ts'
import { settingNodesAround } from './conditions.ts'
import { type ServerSurfaceContext, sourcesOf } from './surface-context.ts'
import { settingName } from './setting-name.ts'

const bounds = { exits: 2_000 }

/**
 * True if the program exits when a check's setting is missing: `if (!token) throw new Error(…)` at startup. `gap` is
 * the location where the check lets every caller pass if the setting is missing.
 */
export function refusesToStart(context: ServerSurfaceContext, gap: number): boolean {
  const { program, signs } = context
  const wanted = new Set(settingNodesAround(context, gap).flatMap(({ node }) => namesOf(context, node)))
  if (wanted.size === 0) return false
  const exits = [...program.index.of(Op.Throw), ...(signs.calls.get('exit') ?? [])].slice(0, bounds.exits)
  return exits.some((node) =>
    settingNodesAround(context, node).some(
      ({ state, node: setting }) => state === 'unset' && namesOf(context, setting).some((name) => wanted.has(name)),
    ),
  )
}

function namesOf(context: ServerSurfaceContext, node: number): readonly string[] {
  return [node, ...sourcesOf(context, node)]
    .map((one) => settingName(context, one).toLowerCase().replaceAll(/[-_]/g, ''))
    .filter((name) => name.length > 3)
}
