await new Promise((resolve) => setTimeout(resolve, 1e9));
