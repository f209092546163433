console.log('To use it, add this line to your shell profile:\n\n  eval "$(quick-prompt init)"\n')
