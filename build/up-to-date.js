// Builds `dist` if it is stale: `node --import ./build/up-to-date.js <program>` for programs that load `src` and start
// processes, which run `dist`.
import { ensureBuilt } from './ensure-built.js'

ensureBuilt()
