import { existsSync } from 'node:fs'

/** The folder of the installation. */
const root = new URL('../../../', import.meta.url)

/**
 * Returns the built form of a module of ours: `dist/x.js` for `src/x.ts`, and for `dist/x.ts`, which is how a built
 * module sees its neighbor. Children and threads always run the build, since Node loads it without stripping types:
 * that took 100 ms of the 200 that a child needed to start. Other modules stay as they are.
 */
export function builtModule(module: URL): URL {
  const inside = pathInside(module)
  return inside === undefined ? module : new URL(`dist/${inside}.js`, root)
}

/** Returns the form of a module that children load: joined with its imports if the build did that. */
export function childModule(module: URL): URL {
  const bundled = new URL(`dist/children/${pathInside(module)?.replace(/^engine\//, '') ?? ''}.js`, root)
  return existsSync(bundled) ? bundled : builtModule(module)
}

/** `engine/x` for `src/engine/x.ts`; undefined for a module that is not ours. */
function pathInside({ href }: URL): string | undefined {
  const path = href.startsWith(root.href) ? href.slice(root.href.length) : ''
  return /^(?:src|dist)\/(.*)\.[jt]s$/.exec(path)?.[1]
}
