export const Component = () => <h1>blog-article</h1>
