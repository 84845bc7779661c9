export const Component = () => <h1>blogs</h1>
