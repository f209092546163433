/** Why a source file of one language has no result. `{}` is a number. */
export const languageProblems: readonly string[] = ['it has Python 2 syntax on line {}']
