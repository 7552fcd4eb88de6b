const settings = { cacheComponents: true };

export default settings;
