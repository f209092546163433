/**
 * Prefixes of environment variables that change what a program loads or runs. Longer names that start with one of them
 * also match.
 */
export const influentialVariables = new RegExp(
  String.raw`^(?:node|npm|yarn|pnpm|ld|dyld|python|perl|ruby|gem|bundle|java|jdk|_java|mvn|maven|gradle|rust|` +
    String.raw`cargo|go|julia|dotnet|coreclr|clr|nuget|composer|bash|env|ifs|path|prompt|git|ssh|gcc|cc|cxx|` +
    String.raw`make|lua|php|electron|deno|bun|pip|uv|http|all|no|ssl|openssl|curl|less|man|pager|editor|visual|` +
    String.raw`browser|vim|emacs|shell|home|tmp|temp|xdg|gtk|gio|qt|aws|docker|kube|helm|ansible|tf|terraform|` +
    String.raw`pg|mysql|wine|msys|cygwin|comspec|systemroot|psmodule)`,
  'i',
)
