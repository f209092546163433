// Builds `dist` if it is stale. For programs that load `src` and start processes, which run `dist`: `node --import
// ./build/up-to-date.js <program>`.
import { ensureBuilt } from './ensure-built.js'

if (!ensureBuilt()) process.exit(4)
