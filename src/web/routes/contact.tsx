export const Component = () => <h1>contact</h1>
