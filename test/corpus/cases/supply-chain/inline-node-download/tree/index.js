exports.names = { '#ff0000': 'red', '#00ff00': 'lime' }
