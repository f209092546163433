import { basename } from 'node:path'
import { follow, sourcesOf } from './followed-package.ts'

// node memory-process.ts <folder>: follows data through one package; writes the most memory that it took, in MB.

const [, , folder = ''] = process.argv
follow(await sourcesOf(folder, basename(folder)))
process.stdout.write(String(process.resourceUsage().maxRSS / 1_024))
