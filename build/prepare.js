// What `npm ci` runs last: patches of dependencies and the build. Plain JavaScript, for an installation without the
// development dependencies: that one needs a `dist` that was built elsewhere.
import { existsSync } from 'node:fs'
import { applyPatches } from '../patches/patches.js'
import { ensureBuilt } from './ensure-built.js'

applyPatches()
if (existsSync(new URL('../node_modules/typescript', import.meta.url))) ensureBuilt()
