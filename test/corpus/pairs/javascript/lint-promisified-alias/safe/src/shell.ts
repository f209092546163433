import * as cp from 'child_process'
import * as util from 'util'

export const sh = util.promisify(cp.execFile)
