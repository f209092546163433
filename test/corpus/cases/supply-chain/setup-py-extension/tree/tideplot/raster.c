int tideplot_scale(int height) { return height * 10; }
