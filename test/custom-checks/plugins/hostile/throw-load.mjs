throw new Error('no\u001B[31m red\nand a line');
