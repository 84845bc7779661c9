export const Component = () => <h1>about</h1>
