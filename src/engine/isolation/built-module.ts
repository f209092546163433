import { existsSync } from 'node:fs'

/** The folder of the installation. */
const root = new URL('../../../', import.meta.url)

/**
 * Returns the built form of an own module: `dist/x.js` for `src/x.ts`, and also for `dist/x.ts`, which is how a built
 * module sees its neighbor. Child processes and threads always run the build, because Node then loads modules without
 * stripping types, which took 100 of the 200 ms that a child needed to start. Other modules stay unchanged.
 */
export function builtModule(module: URL): URL {
  const inside = pathInside(module)
  return inside === undefined ? module : new URL(`dist/${inside}.js`, root)
}

/** Returns the form of a module that child processes load: bundled with its imports if the build did that. */
export function childModule(module: URL): URL {
  const bundled = new URL(`dist/children/${pathInside(module)?.replace(/^engine\//, '') ?? ''}.js`, root)
  return existsSync(bundled) ? bundled : builtModule(module)
}

/** `engine/x` for `src/engine/x.ts`. Undefined for other modules. */
function pathInside({ href }: URL): string | undefined {
  const path = href.startsWith(root.href) ? href.slice(root.href.length) : ''
  return /^(?:src|dist)\/(.*)\.[jt]s$/.exec(path)?.[1]
}
