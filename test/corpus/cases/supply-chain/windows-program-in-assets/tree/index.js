exports.themes = ['light', 'dark']
