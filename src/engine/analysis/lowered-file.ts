import { z } from 'zod'
import { NotUnderstood } from './source-file.ts'

/** What came of bringing a file into the intermediate form: the encoded unit in base64, or why there is none. */
export const LoweredFile = z.union([z.object({ unit: z.string() }), z.object({ notUnderstood: NotUnderstood })])
export type LoweredFile = z.infer<typeof LoweredFile>
