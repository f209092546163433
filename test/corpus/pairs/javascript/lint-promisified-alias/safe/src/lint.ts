import { sh } from './shell.js'

export async function lint(folder: string, fix: boolean): Promise<string> {
  try {
    const result = await sh('eslint', [...(fix ? ['--fix'] : []), '--', folder], { maxBuffer: 4 << 20 })
    return result.stdout || 'No problems'
  } catch (error) {
    const failed = error as { stdout?: string; message: string }
    return failed.stdout ?? failed.message
  }
}
