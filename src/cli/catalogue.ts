import { accountsSet } from './accounts-set.ts'
import { advisoriesSync } from './advisories-sync.ts'
import type { Command } from './command.ts'
import { githubSetup } from './github-setup.ts'
import { keysCreate } from './keys-create.ts'
import { migrate } from './migrate.ts'
import { scan } from './scan.ts'
import { serve } from './serve.ts'
import { web } from './web.ts'
import { worker } from './worker.ts'

/** Every command, sorted by name. */
export const commands: readonly Command[] = [accountsSet, advisoriesSync, githubSetup, keysCreate, migrate, scan, serve, web, worker]
