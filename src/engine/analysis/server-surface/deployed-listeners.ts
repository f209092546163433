import { posix } from 'node:path'
import { type StartedApplication, isDeployment, unpackApplications } from '../deployments.ts'
import type { ModuleSettings } from '../modules/module-resolution.ts'
import { Op } from '../ir/operations.ts'
import { type ServedListener, servedBy } from './served-listeners.ts'
import { type ServerSurfaceContext, sourcesOf } from './surface-context.ts'

/** Finds applications that a Dockerfile or a script starts on all interfaces: `uvicorn server:app --host 0.0.0.0`. */
export function findDeployedListeners(
  context: ServerSurfaceContext,
  settings: ModuleSettings,
): readonly ServedListener[] {
  return [...settings]
    .filter(([path]) => isDeployment(path))
    .flatMap(([path, text]) => unpackApplications(text).flatMap((one) => listenerOf(context, path, one) ?? []))
}

function listenerOf(
  context: ServerSurfaceContext,
  path: string,
  started: StartedApplication,
): ServedListener | undefined {
  const { program } = context
  const file = fileOf(context, posix.dirname(path), started.module)
  const value = (context.exported().get(started.attribute) ?? []).find(
    (one) => file !== undefined && program.fileOf(one).path === file,
  )
  const made = value === undefined ? undefined : sourcesOf(context, value).find((one) => program.op(one) === Op.Call)
  if (value === undefined || made === undefined) return undefined
  const place = { path, line: started.line, column: 1 }
  return servedBy(context, { call: made, value, address: { reach: 'everywhere', decidedAt: -1, place } })
}

/** Returns a module's file in the deployment folder, or else the only file with that module path. */
function fileOf({ program }: ServerSurfaceContext, folder: string, module: string): string | undefined {
  const name = module.replaceAll('.', '/')
  const endings = [`${name}.py`, `${name}/__init__.py`]
  const paths = program.files.map((file) => file.path)
  const own = paths.find((path) => endings.some((ending) => path === posix.join(folder, ending)))
  if (own !== undefined) return own
  const others = paths.filter((path) => endings.some((ending) => path === ending || path.endsWith(`/${ending}`)))
  return others.length === 1 ? others[0] : undefined
}
