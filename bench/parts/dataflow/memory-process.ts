import { basename } from 'node:path'
import { follow, sourcesOf } from './followed-package.ts'

// node memory-process.ts <folder>: analyzes one package and prints its peak memory in MB.

const [, , folder = ''] = process.argv
follow(await sourcesOf(folder, basename(folder)))
process.stdout.write(String(process.resourceUsage().maxRSS / 1_024))
