export const Component = () => <h1>products</h1>
